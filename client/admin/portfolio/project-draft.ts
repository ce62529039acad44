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
  };
}

/** What is sent: a file, or the address of a picture. Nothing is checked; the server says what is missing. */
export function toProjectInput({ category, address, alt, stored, technology, ...draft }: ProjectDraft) {
  return {
    ...draft,
    category: category as PortfolioCategory,
    technologies: withPending(draft.technologies, technology),
    existing_image: draft.image ? undefined : address.trim() || stored || undefined,
    image_alt: alt ?? undefined,
  };
}

/** Whether a picture is somewhere on the web, and not below our own site root. */
export function isOnWeb(address: string): boolean {
  return /^https?:\/\/./i.test(address);
}
