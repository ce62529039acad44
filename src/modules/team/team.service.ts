import type { OperationContext, ReadContext } from '../../database/operation.ts';
import { Conflict } from '../../shared/errors.ts';
import { describePicture, showPicture, showPictures, withPicture } from '../pictures/pictures.service.ts';
import { type EditorialWork, recordsOf } from '../records/records.service.ts';
import { Member } from './member.entity.ts';
import { memberTable } from './member.repository.ts';
import {
  type MemberChange,
  type MemberInput,
  type MemberQuery,
  type MemberView,
  type ShownMember,
  sections,
} from './member.schema.ts';
import { toMemberView } from './member.view.ts';

/** The acts on the team. */
export const members = recordsOf<MemberView, Member>({
  entity: Member,
  table: memberTable,
  module: 'team',
  toView: toMemberView,
  subjectOf: ({ id, name, role, section }) => ({
    ...{ id, label: name, facts: { name, role, section }, isPublic: true },
  }),
});

/** One page of the team, with the counts by section. */
export async function listMembers(work: OperationContext, { section, ...query }: MemberQuery) {
  const [{ rows, meta }, stats] = await Promise.all([
    memberTable.page(work.read, query, { section }),
    memberTable.count(work.read, 'section', sections),
  ]);
  return { team: await showPictures(work, 'image', rows.map(toMemberView)), meta, stats };
}

/** The team as the public page shows it. */
export async function listTeam(work: OperationContext): Promise<ShownMember[]> {
  return showPictures(work, 'image', (await memberTable.all(work.read)).map(toMemberView));
}

/** @throws {NotFound} */
export function getMember(work: OperationContext, id: number): Promise<ShownMember> {
  return shown(work, members.get(work, id));
}

/** Takes a member into the team, with the photo. */
export function createMember(work: EditorialWork, input: MemberInput): Promise<ShownMember> {
  const { image, image_alt, ...words } = input;
  const join = async (inside: OperationContext, path: string | undefined) => {
    await describePicture(inside, path, image_alt);
    return Member.join({ ...words, image: path ?? null }, work.now);
  };
  return withPicture(work, image, 'image', (path) =>
    members.create(work, (inside) => join(inside, path), shown),
  );
}

/**
 * Changes a member; a new photo replaces the old one.
 *
 * @throws {NotFound} · {Conflict} when the member has moved on since `version`
 */
export function updateMember(work: EditorialWork, change: MemberChange): Promise<ShownMember> {
  const { id, version, image, image_alt, ...words } = change;
  const updated = withPicture(work, image, 'image', (path) =>
    members.update(work, { id, version }, async (member, inside) => {
      member.revise({ ...words, image: path }, work.now);
      await describePicture(inside, member.image, image_alt);
    }),
  );
  return shown(work, updated);
}

/** Takes the photo off a member. @throws {NotFound} · {Conflict} when there is none */
export async function removePhoto(work: EditorialWork, id: number): Promise<void> {
  await members.update(work, { id }, (member) => {
    if (!member.image) throw new Conflict('This team member has no photo.');
    member.revise({ image: null }, work.now);
  });
}

/** Removes a member and the photo. @throws {NotFound} */
export function removeMember(work: EditorialWork, id: number): Promise<{ success: true }> {
  return members.remove(work, id);
}

function shown(work: ReadContext, member: MemberView | Promise<MemberView>): Promise<ShownMember> {
  return showPicture(work, 'image', member);
}
