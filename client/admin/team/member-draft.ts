import { type TeamRole, type TeamSection, teamSections } from '../../../src/shared/catalog.ts';
import { withPending } from '../ui/use-chips.ts';
import type { Member } from './member-types.ts';

/** A team member as the form holds it, finished or not. */
export interface MemberDraft {
  name: string;
  role: TeamRole | '';
  section: TeamSection;
  description: string;
  expertise: string[];
  /** What is written and not in the list yet. */
  skill: string;
  /** Only a newly chosen one. */
  image: File | undefined;
  /** The path of the photo stored so far. */
  stored: string | null;
  /** What the photo shows; empty: it only decorates; undefined: nobody has said. */
  image_alt: string | undefined;
}

/** What is sent. The form has seen to it that nothing is missing. */
export function toMemberInput({ role, expertise, skill, stored: _, ...draft }: MemberDraft) {
  return { ...draft, role: role as TeamRole, expertise: withPending(expertise, skill) };
}

/** A section as people call it. */
export function sectionLabel(section: TeamSection): string {
  return teamSections.find(({ value }) => value === section)?.label ?? section;
}

export const emptyMember: MemberDraft = {
  name: '',
  role: '',
  section: 'leadership',
  description: '',
  expertise: [],
  skill: '',
  image: undefined,
  stored: null,
  image_alt: undefined,
};

export function toDraft({
  name,
  role,
  section,
  description,
  expertise,
  image,
  picture,
}: Member): MemberDraft {
  return {
    name,
    role,
    section,
    description,
    expertise,
    skill: '',
    image: undefined,
    stored: image,
    image_alt: picture?.alt ?? undefined,
  };
}

export interface Problem {
  field: keyof MemberDraft;
  message: string;
}

/** What is missing, in the order and the words of docs/product.md, §5.3. */
export function findProblems(draft: MemberDraft): Problem[] {
  const checks: [boolean, Problem][] = [
    [draft.name.trim() !== '', { field: 'name', message: 'Name is required' }],
    [draft.role !== '', { field: 'role', message: 'Role is required' }],
    [draft.description.trim() !== '', { field: 'description', message: 'Description is required' }],
    [Boolean(draft.section), { field: 'section', message: 'Section is required' }],
    [
      withPending(draft.expertise, draft.skill).length > 0,
      { field: 'expertise', message: 'At least one expertise is required' },
    ],
  ];
  return checks.flatMap(([isFine, problem]) => (isFine ? [] : [problem]));
}
