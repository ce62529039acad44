interface Dated {
  created_at: string;
  updated_at: string;
  published_at: string | null;
}

/** Visitors only get posts with a date of publication. Responses of an earlier version lack it. */
export function dateOf({ published_at, created_at }: Pick<Dated, 'published_at' | 'created_at'>): string {
  return published_at ?? created_at;
}

/** A post that waited for its date may have been saved last before it. */
export function changeOf({ published_at, updated_at }: Pick<Dated, 'published_at' | 'updated_at'>): string {
  return published_at && published_at > updated_at ? published_at : updated_at;
}
