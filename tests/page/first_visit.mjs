// first_visit.mjs: a match that someone can open by a link, for measuring what a first visit takes.

// Anna's match with bots, and what her browser has stored of it: [room, stored].
export async function openMatch(house, game, bots = 1) {
  const room = await house.room({ game });
  const host = await house.enter(room);
  await host.ask({ type: 'sit', name: 'Anna', salt: '0123456789abcdef' });
  for (let seat = 2; seat < 2 + bots; seat++) await host.ask({ type: 'bot', seat, level: 'regular' });
  const answer = await host.ask({ type: 'start' });
  if (answer.type !== 'done') throw new Error(`not started: ${answer.why}`);
  await host.close();
  return [room, [{ room: room.room, token: room.token, game, names: ['Anna'], seen: 1 }]];
}

// In a browser that knows nothing but the room.
export async function remember(page, rooms) {
  await page.addInitScript((stored) => localStorage.setItem('knobel.rooms', JSON.stringify(stored)), rooms);
}
