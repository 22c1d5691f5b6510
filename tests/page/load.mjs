// load.mjs: modules of web/src (or of games/GAME/page, if named so) for tests without a browser, bundled with what they
// import. What the games have is found as in the build; what else only the build makes is left empty, unless the test says
// what it is: `made` has a source for each such module.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { imports, tableOfGames } from '../../web/games.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const esbuild = require('esbuild');
const web = fileURLToPath(new URL('../../web', import.meta.url));

const pathOf = (name) =>
  fileURLToPath(new URL(name.startsWith('games/') ? `../../${name}` : `../../web/src/${name}`, import.meta.url));

export const load = (name, made) => bundled({ entryPoints: [pathOf(name)] }, made);

// Several modules that share what they import, as `{name: module}`.
export function loadTogether(names, made) {
  const lines = Object.entries(names).map(([as, name]) => `export * as ${as} from ${JSON.stringify(pathOf(name))};`);
  return bundled({ stdin: { contents: lines.join('\n'), resolveDir: web } }, made);
}

async function bundled(entry, made = {}) {
  const empty = {
    name: 'empty',
    setup(build) {
      build.onResolve({ filter: /^built:|\.css$/ }, ({ path: wanted }) => ({ path: wanted, namespace: 'empty' }));
      build.onLoad({ filter: /.*/, namespace: 'empty' }, ({ path: wanted }) => ({
        contents: made[wanted] ?? tableOfGames(wanted) ?? 'export default {};',
        resolveDir: web,
      }));
    },
  };
  const { outputFiles } = await esbuild.build({
    ...imports,
    ...entry,
    bundle: true,
    format: 'esm',
    write: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [empty],
    logLevel: 'silent',
    absWorkingDir: web,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
