// Generates the drawings of the public pages for the light and the dark theme, the favicon, and the scenes of
// share cards: node src/launch.js samples/drawings/generate-drawings.ts
import { writeFile } from 'node:fs/promises';
import { cardSceneFile, cardSceneSize } from '../../src/http/drawings/share-card.ts';
import { lightColours } from '../../src/http/drawings/svg.ts';
import { drawIcon } from '../../src/http/drawings/icon.ts';
import type { ToneName } from './tones.ts';
import { type Motif, motifNames } from '../../src/shared/motifs.ts';
import { drawScene } from './scene.ts';

interface Scene {
  motif: Motif;
  seed: string;
  width: number;
  height: number;
  layer?: 'hall' | 'daylight';
}

interface Picture extends Scene {
  /** Whether the drawing has no background. */
  isOpen?: boolean;
  /** The tones for the light and the dark theme. */
  tones?: readonly [ToneName, ToneName];
}

const pictures: Record<string, Picture> = {
  hero: { motif: 'hero', seed: 'site', layer: 'hall', width: 880, height: 960, isOpen: true },
  daylight: { motif: 'hero', seed: 'site', layer: 'daylight', width: 880, height: 960, isOpen: true },
  about: { motif: 'gallery-hall', seed: 'about', width: 1400, height: 700 },
  'company-blog': { motif: 'Company News', seed: 'desks', width: 960, height: 640, tones: ['mist', 'dusk'] },
  'company-career': { motif: 'Development', seed: 'work', width: 720, height: 720, tones: ['pine', 'pine'] },
  'it-support': { motif: 'IT Support', seed: 'site', width: 960, height: 720, tones: ['sand', 'dusk'] },
  'system-migration': {
    motif: 'System Migration',
    seed: 'site',
    width: 960,
    height: 720,
    tones: ['mist', 'pine'],
  },
  'web-development': {
    motif: 'Web Development',
    seed: 'site',
    width: 960,
    height: 720,
    tones: ['pine', 'dusk'],
  },
  'cloud-solutions': {
    motif: 'Cloud Solutions',
    seed: 'site',
    width: 960,
    height: 720,
    tones: ['sand', 'pine'],
  },
  'network-infrastructure': {
    motif: 'Network Infrastructure',
    seed: 'site',
    width: 960,
    height: 720,
    tones: ['mist', 'dusk'],
  },
  missing: { motif: 'Development', seed: 'h', width: 840, height: 840, isOpen: true },
};

const usual = ['sand', 'dusk'] as const satisfies [ToneName, ToneName];

for (const [name, { isOpen = false, tones = usual, ...picture }] of Object.entries(pictures)) {
  const [byDay, afterSunset] = isOpen ? (['paper', 'dusk'] as const) : tones;
  await draw(`${name}-light.svg`, picture, byDay, isOpen);
  await draw(`${name}-dark.svg`, picture, afterSunset, isOpen);
}

async function draw(file: string, picture: Scene, tone: ToneName, isOpen: boolean): Promise<void> {
  const drawn = drawScene({ ...picture, tone });
  // The first rectangle is the background.
  const svg = isOpen ? drawn.replace(/<rect [^>]*\/>/, '') : drawn;
  await writeFile(new URL(`../../client/site/drawings/${file}`, import.meta.url), `${svg}\n`);
}

const favicon = drawIcon({ kind: 'mark' }, 64, 'small', lightColours.paper);
await writeFile(new URL('../../client/public/favicon.svg', import.meta.url), `${favicon}\n`);

for (const motif of motifNames) {
  const { width, height } = cardSceneSize;
  const scene = drawScene({ motif, seed: 'share-card', width, height, tone: 'paper' });
  await writeFile(cardSceneFile(motif), `${scene}\n`);
}
