import type { Point } from './geometry.ts';
import type { Sheet } from './sheet.ts';

export function drawLightBands({ width, height, random, pen, tone, sun }: Sheet): string {
  const lean = sun * height * random.between(0.5, 0.95);
  const start = random.between(0.05, 0.6) * width;
  const wide = random.between(0.14, 0.3) * width;
  const opacity = tone.isDeep ? 0.055 : 0.5;
  const band = (at: number, breadth: number) => {
    const points: Point[] = [
      [at, 0],
      [at + breadth, 0],
      [at + breadth + lean, height],
      [at + lean, height],
    ];
    return pen.plane(points, tone.isDeep ? tone.daylight : '#ffffff', opacity);
  };
  return band(start, wide) + band(start + wide * 1.18, wide * 0.28);
}
