import type { Seed } from '../../database/seed.ts';
import { drawPortrait } from '../../illustrations/portrait.ts';
import type { Pictures } from '../../media/pictures.ts';
import { enterPicture } from '../pictures/pictures.service.ts';
import { Member } from './member.entity.ts';
import { starterMembers } from './member.seed.ts';

/** Loads the starter team, each with a portrait drawn for them; nothing when there are members already. */
export const seedTeam: Seed<{ pictures: Pictures }> = async (em, { pictures, now }) => {
  if ((await em.count(Member)) > 0) return;
  const members = starterMembers.map(async ({ presentation, ...words }) => {
    const drawing = drawPortrait({ seed: words.name, presentation, width: 800, height: 1000 });
    const stored = await pictures.storeDrawing(drawing);
    await enterPicture({ em, now }, stored, `Portrait of ${words.name}`);
    return Member.join({ ...words, image: stored.path }, now);
  });
  await em.persist(await Promise.all(members)).flush();
};
