export interface IncomingPost {
  externalId: string;
  formerIds?: string[];
  title: string;
  html: string;
  excerpt: string;
  /** False when not everyone could read the post on the other site. */
  isPublished: boolean;
  createdAt: Date | null;
  updatedAt: Date | null;
  /** Keys, the most important first. */
  categories: string[];
  tags: string[];
  author: string;
  address: string;
  picture: IncomingPicture | null;
  notes: string[];
}

export interface IncomingPicture {
  address: string;
  alt: string;
}

export type Incoming =
  | { kind: 'post'; post: IncomingPost }
  | { kind: string; skipped: { externalId: string; title: string; reason: string } };

export interface Survey {
  source: string;
  /** The names of that site in earlier versions of this program. */
  formerSources?: string[];
  /** By key. The nearest parent comes first. */
  categories: Map<string, { name: string; parents: string[] }>;
}

/** Each iteration reads the whole file with bounded memory. */
export interface Export {
  survey: Survey;
  items(onProgress?: OnProgress): AsyncIterable<Incoming>;
}

export type OnProgress = (part: number) => void;

export const noCategory = '(none)';
