interface Dated {
  created_at: string;
  updated_at: string;
  published_at: string | null;
}

/**
 * Returns the date of a post. Visitors only get posts with a date of publication, but responses of an earlier version
 * lack it.
 */
export function dateOf({ published_at, created_at }: Pick<Dated, 'published_at' | 'created_at'>): string {
  return published_at ?? created_at;
}

/**
 * Returns the date of the last change that visitors could see. A post that waited for its date may have been saved last
 * before that date.
 */
export function changeOf({ published_at, updated_at }: Pick<Dated, 'published_at' | 'updated_at'>): string {
  return published_at && published_at > updated_at ? published_at : updated_at;
}
