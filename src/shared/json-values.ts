/**
 * A figure with its unit and meaning, such as 40, %, 'fewer calls'. Figures are stored as JSON with these member names,
 * so the names must never change. The members are in the order in which PostgreSQL returns them. In any other order, an
 * unchanged figure would look changed.
 */
export interface Figure {
  unit: string;
  number: string;
  meaning: string;
}

/**
 * A picture of the library with its caption, which may be `''`. These pictures are stored as JSON with these member
 * names, so the names must never change.
 */
export interface CaptionedPicture {
  caption: string;
  media_id: number;
}

/**
 * A block of a page. `key` remains unchanged when the block is changed or moved. The names of these two
 * members are stored, so they must never change.
 */
export interface Block {
  key: string;
  kind: string;
  [field: string]: unknown;
}
