// page_load.mjs: modules of web/src, or of games/GAME/page if named so, for tests without a browser, bundled with what they import; what only the build makes is
// left empty, unless the test says what it is: `made` has a source for each such module.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { imports } from '../web/games.mjs';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const esbuild = require('esbuild');

export async function load(name, made = {}) {
  const path = fileURLToPath(new URL(name.startsWith('games/') ? `../${name}` : `../web/src/${name}`, import.meta.url));
  const empty = { name: 'empty', setup(build) {
    build.onResolve({ filter: /^built:|\.css$/ }, ({ path: wanted }) => ({ path: wanted, namespace: 'empty' }));
    build.onLoad({ filter: /.*/, namespace: 'empty' }, ({ path: wanted }) => ({ contents: made[wanted] ?? 'export default {};' }));
  } };
  const { outputFiles } = await esbuild.build({ ...imports, entryPoints: [path], bundle: true, format: 'esm', write: false, jsx: 'automatic',
    jsxImportSource: 'preact', plugins: [empty], logLevel: 'silent', absWorkingDir: fileURLToPath(new URL('../web', import.meta.url)) });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
