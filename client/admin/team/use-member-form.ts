import { trpc } from '../../lib/trpc.ts';
import { type FormKind, field, shown } from '../forms/form-kind.ts';
import { pictureWords } from '../forms/plain-text.ts';
import { type Opening, useKeptForm } from '../forms/use-kept-form.ts';
import { withPending } from '../ui/use-chips.ts';
import { emptyMember, type MemberDraft, sectionLabel, toDraft, toMemberInput } from './member-draft.ts';
import type { Member } from './member-types.ts';

const kind: FormKind<MemberDraft, Member> = {
  name: 'team',
  hasFiles: true,
  toDraft,
  facts: ['stored'],
  fields: [
    field('name', 'Name'),
    field('role', 'Role'),
    { ...field('section', 'Section'), show: ({ section }) => sectionLabel(section) },
    field('description', 'Description'),
    {
      label: 'Expertise',
      names: ['expertise', 'skill'],
      show: ({ expertise, skill }) => shown(withPending(expertise, skill)),
    },
    {
      label: 'Photo',
      names: ['image', 'image_alt', 'stored'],
      show: ({ image, image_alt, stored }) => pictureWords(image, stored, image_alt),
    },
  ],
};

/** An opening of a team member's dialog. */
export function useMemberForm(opening: Omit<Opening<MemberDraft, Member>, 'empty'>) {
  const { client, team } = trpc.useUtils();
  const calls = {
    create: async (draft: MemberDraft, options: object) =>
      (await client.team.create.mutate(toMemberInput(draft), options)).member,
    update: async (draft: MemberDraft, ground: { id: number; version: number }, options: object) =>
      (await client.team.update.mutate({ ...toMemberInput(draft), ...ground }, options)).member,
    refresh: () => team.invalidate(),
  };
  return useKeptForm(kind, calls, { ...opening, empty: emptyMember });
}
export type MemberFormState = ReturnType<typeof useMemberForm>;
