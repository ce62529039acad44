export interface IncomingPost {
  /** Its unique name on the other site. */
  externalId: string;
  /** Names under which earlier versions of this program may have recorded it. */
  formerIds?: string[];
  title: string;
  html: string;
  excerpt: string;
  /** False when not everyone could read it on the other site. */
  isPublished: boolean;
  createdAt: Date | null;
  updatedAt: Date | null;
  /** The keys of its categories, the most important first. */
  categories: string[];
  tags: string[];
  author: string;
  address: string;
  picture: IncomingPicture | null;
  /** What the import changes, as messages. */
  notes: string[];
}

export interface IncomingPicture {
  address: string;
  /** The description of the picture, if the other site has one. */
  alt: string;
}

export type Incoming =
  | { kind: 'post'; post: IncomingPost }
  | { kind: string; skipped: { externalId: string; title: string; reason: string } };

/** The result of a first pass through an export, before anything is imported. */
export interface Survey {
  /** The site that it comes from, as `imported_items` names it. */
  source: string;
  /** The names of that site in earlier versions of this program. */
  formerSources?: string[];
  /** The used categories by key, each with its name and the keys of its parents, the nearest first. */
  categories: Map<string, { name: string; parents: string[] }>;
}

/** An export of another site. Each iteration reads the whole file with bounded memory. */
export interface Export {
  survey: Survey;
  items(onProgress?: OnProgress): AsyncIterable<Incoming>;
}

export type OnProgress = (part: number) => void;

/** The key of posts that are in no category. */
export const noCategory = '(none)';
