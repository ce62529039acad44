import type { TeamRole, TeamSection } from '../../../src/shared/catalog.ts';
import type { Member } from './member-types.ts';

/** A team member as the form holds it, finished or not. */
export interface MemberDraft {
  name: string;
  role: TeamRole | '';
  section: TeamSection;
  description: string;
  expertise: string[];
  /** Only a newly chosen one. */
  image: File | undefined;
  /** What the photo shows; empty: it only decorates; undefined: nobody has said. */
  image_alt: string | undefined;
}

/** What is sent. */
export interface MemberWords extends MemberDraft {
  role: TeamRole;
}

export const emptyMember: MemberDraft = {
  name: '',
  role: '',
  section: 'leadership',
  description: '',
  expertise: [],
  image: undefined,
  image_alt: undefined,
};

export function toDraft({ name, role, section, description, expertise, picture }: Member): MemberDraft {
  return {
    name,
    role,
    section,
    description,
    expertise,
    image: undefined,
    image_alt: picture?.alt ?? undefined,
  };
}

export interface Problem {
  field: keyof MemberDraft;
  message: string;
}

/** What is missing, in the order and the words of the specification, section 5. */
export function findProblems(draft: MemberDraft): Problem[] {
  const checks: [boolean, Problem][] = [
    [draft.name.trim() !== '', { field: 'name', message: 'Name is required' }],
    [draft.role !== '', { field: 'role', message: 'Role is required' }],
    [draft.description.trim() !== '', { field: 'description', message: 'Description is required' }],
    [Boolean(draft.section), { field: 'section', message: 'Section is required' }],
    [draft.expertise.length > 0, { field: 'expertise', message: 'At least one expertise is required' }],
  ];
  return checks.flatMap(([isFine, problem]) => (isFine ? [] : [problem]));
}

/** Whether nothing is missing. */
export function isComplete(draft: MemberDraft): draft is MemberWords {
  return findProblems(draft).length === 0;
}
