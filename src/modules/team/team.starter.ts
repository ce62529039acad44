import { drawPortrait } from '../../illustrations/portrait.ts';
import { type StarterMember, starterMembers } from './member.seed.ts';

export const starter = {
  rows: starterMembers,
  draw: ({ name, presentation }: StarterMember) =>
    drawPortrait({ seed: name, presentation, width: 800, height: 1000 }),
  alt: ({ name }: StarterMember) => `Portrait of ${name}`,
};
