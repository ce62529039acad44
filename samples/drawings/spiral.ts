import type { Point } from './geometry.ts';
import type { Sheet } from './sheet.ts';

/**
 * Draws the second variant of the motif 'Innovation': a view down a round stair to the daylight on the lowest
 * floor.
 */
export function drawSpiral(sheet: Sheet): string {
  const { width, height, random, pen, tone, sun } = sheet;
  const centre: Point = [width * random.between(0.3, 0.7), height * random.between(0.4, 0.6)];
  const outer = height * random.between(0.5, 0.72);
  const perTurn = random.whole(18, 26);
  const turns = random.pick([2, 3, 3] as const);
  const band = random.between(0.62, 0.72);
  // With this factor, each turn of the stair begins below the inner edge of the turn above it.
  const shrink = band * 0.955;
  const start = random.between(0, Math.PI * 2);
  const hand = random.pick([1, -1] as const);
  const drift: Point = [width * random.between(-0.03, 0.03), height * random.between(-0.04, 0.04)];
  const light = sun === 1 ? -2.4 : -0.7;
  const total = perTurn * turns;

  const at = (step: number, share: number): Point => {
    const depth = shrink ** (step / perTurn);
    const angle = start + (hand * step * Math.PI * 2) / perTurn;
    const [x, y] = [centre[0] + drift[0] * (1 - depth) * 2, centre[1] + drift[1] * (1 - depth) * 2];
    return [x + Math.cos(angle) * outer * depth * share, y + Math.sin(angle) * outer * depth * share];
  };
  const treads = Array.from({ length: total }, (_, step) => {
    const angle = start + (hand * (step + 0.5) * Math.PI * 2) / perTurn;
    const facing = Math.cos(angle - light);
    const colour = facing > 0.35 ? tone.top : facing > -0.35 ? tone.lit : tone.shaded;
    const edge = [at(step, 1), at(step + 1, 1), at(step + 1, band), at(step, band)];
    const riser = [at(step, 1), at(step, band), at(step + 0.16, band), at(step + 0.16, 1)];
    const string = [at(step, band), at(step + 1, band), at(step + 1, band * 0.955), at(step, band * 0.955)];
    const sunk = pen.plane(edge, tone.shadow, Math.min(0.5, (step / total) * (tone.isDeep ? 0.6 : 0.42)));
    return (
      pen.face([edge], colour) + sunk + pen.plane(riser, tone.shadow, 0.35) + pen.plane(string, tone.cut, 0.9)
    );
  });
  const rail = pen.line(
    Array.from({ length: total * 2 + 1 }, (_, half) => at(half / 2, band * 0.955)),
    { weight: 1.8, opacity: 0.8 },
  );
  const depth = shrink ** turns;
  const floorCentre: Point = [centre[0] + drift[0] * (1 - depth) * 2, centre[1] + drift[1] * (1 - depth) * 2];
  const floorRadius = outer * shrink ** (turns - 1) * band * 0.96;
  const floor = pen.disc(floorCentre, floorRadius, tone.isDeep ? tone.cut : tone.shaded);
  const glow = pen.disc(floorCentre, floorRadius * 0.5, tone.daylight, tone.isDeep ? 0.9 : 1);
  const aside = floorRadius * 0.2;
  const spot = pen.disc(
    [floorCentre[0] + aside * hand, floorCentre[1] - aside * 0.6],
    floorRadius * 0.12,
    tone.signal,
  );
  const rings = [1.02, 1.1].map((share) => pen.ring(centre, outer * share, { opacity: 0.22 }));
  const axes = [0, Math.PI / 2].map((turn) => {
    const [dx, dy] = [Math.cos(turn) * outer * 1.3, Math.sin(turn) * outer * 1.3];
    return pen.line(
      [
        [centre[0] - dx, centre[1] - dy],
        [centre[0] + dx, centre[1] + dy],
      ],
      { opacity: 0.22, dash: [14, 5] },
    );
  });
  const [a, b] = [light - 0.2, light + random.between(0.12, 0.3)];
  const far = width + height;
  const ray = pen.plane(
    [
      floorCentre,
      [floorCentre[0] + Math.cos(a) * far, floorCentre[1] + Math.sin(a) * far],
      [floorCentre[0] + Math.cos(b) * far, floorCentre[1] + Math.sin(b) * far],
    ],
    tone.daylight,
    tone.isDeep ? 0.16 : 0.5,
  );
  return axes.join('') + rings.join('') + floor + treads.reverse().join('') + rail + ray + glow + spot;
}
