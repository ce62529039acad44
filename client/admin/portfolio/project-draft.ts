import type { PortfolioCategory } from '../../../src/shared/catalog.ts';
import { withPending } from '../ui/use-chips.ts';
import type { Project } from './project-types.ts';

/** A project as the form holds it, finished or not. */
export interface ProjectDraft {
  title: string;
  category: PortfolioCategory | '';
  client: string;
  description: string;
  technologies: string[];
  /** What is written and not in the list yet. */
  technology: string;
  /** A newly chosen file. It wins over an address. */
  image: File | undefined;
  /** Where a picture is on the web. */
  address: string;
  /** The picture stored so far: a path, or an address. */
  stored: string | null;
  /** What the picture shows; empty: it only decorates; null: nobody has said. */
  alt: string | null;
  /** The stored picture goes. */
  remove_image: boolean;
}

export const emptyProject: ProjectDraft = {
  title: '',
  category: '',
  client: '',
  description: '',
  technologies: [],
  technology: '',
  image: undefined,
  address: '',
  stored: null,
  alt: null,
  remove_image: false,
};

export function toDraft({
  title,
  category,
  client,
  description,
  technologies,
  image,
  picture,
}: Project): ProjectDraft {
  const address = image && isOnWeb(image) ? image : '';
  return {
    title,
    category,
    client,
    description,
    technologies,
    technology: '',
    image: undefined,
    address,
    stored: image,
    alt: picture?.alt ?? null,
    remove_image: false,
  };
}

/**
 * Whether the stored picture goes: that was asked for, or its address on the web was emptied. Another one in its place comes
 * before that.
 */
export function isRemoved({ image, address, stored, remove_image }: ProjectDraft): boolean {
  if (image || address.trim()) return false;
  return remove_image || Boolean(stored && isOnWeb(stored));
}

/** What is sent: a file, the address of a picture, or that it goes. Nothing is checked; the server says what is missing. */
export function toProjectInput(draft: ProjectDraft) {
  const { category, address, alt, stored, technology, ...words } = draft;
  const goes = isRemoved(draft);
  return {
    ...words,
    category: category as PortfolioCategory,
    technologies: withPending(draft.technologies, technology),
    existing_image: draft.image || goes ? undefined : address.trim() || stored || undefined,
    image_alt: alt ?? undefined,
    remove_image: goes || undefined,
  };
}

/** Whether a picture is somewhere on the web, and not below our own site root. */
export function isOnWeb(address: string): boolean {
  return /^https?:\/\/./i.test(address);
}
