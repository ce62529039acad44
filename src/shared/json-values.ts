/**
 * Such as 40, %, 'fewer calls'. Figures are stored as JSON with these names, so they must never change. The order is
 * that of PostgreSQL, or an unchanged figure would look changed.
 */
export interface Figure {
  unit: string;
  number: string;
  meaning: string;
}

/** The caption may be `''`. Stored as JSON with these names, so they must never change. */
export interface CaptionedPicture {
  caption: string;
  media_id: number;
}

/** `key` stays when the block is changed or moved. Both names are stored, so they must never change. */
export interface Block {
  key: string;
  kind: string;
  [field: string]: unknown;
}
