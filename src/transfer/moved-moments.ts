import { positionKey } from '../database/columns.ts';
import type { TransferContent } from '../content/module/transfer-content.ts';

/**
 * Returns an item whose times are all shifted by `shiftMs`. Values that are not times remain unchanged, and
 * the import rejects them later.
 */
export function withMomentsMoved<Item>(
  { moments = [], isPlacedById }: Pick<TransferContent, 'moments' | 'isPlacedById'>,
  item: Item,
  shiftMs: number,
): Item {
  if (shiftMs === 0 || typeof item !== 'object' || item === null) return item;
  const moved = { ...item } as Record<string, unknown>;
  for (const name of ['created_at', 'updated_at', ...moments]) {
    const at = Date.parse(String(moved[name]));
    if (!Number.isNaN(at)) moved[name] = new Date(at + shiftMs).toISOString();
  }
  // In modules that show new rows first, the position is a time in milliseconds too.
  const position = moved[positionKey];
  if (!isPlacedById && typeof position === 'number') moved[positionKey] = position + shiftMs;
  return moved as Item;
}
