import type { Trade } from '../../fields/region.ts';
import { advice } from './advice.ts';
import { crafts } from './crafts.ts';
import { food } from './food.ts';
import { health } from './health.ts';
import { itServices } from './it.ts';
import { other } from './other.ts';
import { shop } from './shop.ts';
import type { TradeTexts } from './trade.ts';

export const tradeTexts: Readonly<Record<Exclude<Trade, ''>, TradeTexts>> = {
  it: itServices,
  crafts,
  food,
  advice,
  health,
  shop,
  other,
};
