interface Dated {
  created_at: string;
  updated_at: string;
  published_at: string | null;
}

/**
 * Returns the date of publication of a post. For a response of an earlier version, which lacks this date,
 * returns the date of creation.
 */
export function publicationDateOf({
  published_at,
  created_at,
}: Pick<Dated, 'published_at' | 'created_at'>): string {
  return published_at ?? created_at;
}

/**
 * Returns the moment of the last change that visitors could see. If a post was last saved before its date of
 * publication, this moment is the date of publication.
 */
export function visibleChangeOf({
  published_at,
  updated_at,
}: Pick<Dated, 'published_at' | 'updated_at'>): string {
  return published_at && published_at > updated_at ? published_at : updated_at;
}
