import type { Seed } from '../../database/starter.ts';
import type { Pictures } from '../../media/pictures.ts';
import { drawPortrait } from '../../shared/drawings/portrait.ts';
import { enterPicture } from '../pictures/pictures.service.ts';
import { Member } from './member.entity.ts';
import { starterMembers } from './member.seed.ts';

/** Loads the starter team, each with a portrait drawn for them; nothing when there are members already. */
export const seedTeam: Seed<{ pictures: Pictures }> = async (em, { pictures, now }) => {
  if ((await em.count(Member)) > 0) return;
  const members = starterMembers.map(async ({ presentation, ...words }) => {
    const drawing = drawPortrait({ seed: words.name, presentation, width: 800, height: 1000 });
    const kept = await pictures.keepDrawing(drawing);
    await enterPicture({ em, now }, kept, `Portrait of ${words.name}`);
    return Member.join({ ...words, image: kept.path }, now);
  });
  await em.persist(await Promise.all(members)).flush();
};
