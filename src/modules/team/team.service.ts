import type { Work } from '../../database/work.ts';
import { Conflict } from '../../shared/errors.ts';
import { withPicture } from '../pictures/pictures.service.ts';
import { type EditorialWork, recordsOf } from '../records/records.service.ts';
import { Member } from './member.entity.ts';
import { memberTable } from './member.repository.ts';
import {
  type MemberChange,
  type MemberInput,
  type MemberQuery,
  type MemberView,
  sections,
} from './member.schema.ts';
import { toMemberView } from './member.view.ts';

const members = recordsOf<MemberView, Member>({
  entity: Member,
  table: memberTable,
  module: 'team',
  toView: toMemberView,
  subjectOf: ({ id, name, role, section }) => ({ id, label: name, facts: { name, role, section } }),
  pictureOf: (member) => member.image,
});

/** One page of the team, with the counts by section. */
export async function listMembers({ read }: Work, { section, ...query }: MemberQuery) {
  const [{ rows, meta }, stats] = await Promise.all([
    memberTable.page(read, query, { section }),
    memberTable.count(read, 'section', sections),
  ]);
  return { team: rows.map(toMemberView), meta, stats };
}

/** The team as the public page shows it. */
export async function listTeam({ read }: Work): Promise<MemberView[]> {
  return (await memberTable.all(read)).map(toMemberView);
}

/** @throws {NotFound} */
export function getMember(work: Work, id: number): Promise<MemberView> {
  return members.get(work, id);
}

/** Takes a member into the team, with the photo. */
export function createMember(work: EditorialWork, { image, ...words }: MemberInput): Promise<MemberView> {
  return withPicture(work, image, 'image', (path) =>
    members.create(work, () => Member.join({ ...words, image: path ?? null }, work.now)),
  );
}

/**
 * Changes a member; a new photo replaces the old one.
 *
 * @throws {NotFound} · {Conflict} when the member has moved on since `version`
 */
export function updateMember(work: EditorialWork, change: MemberChange): Promise<MemberView> {
  const { id, version, image, ...words } = change;
  return withPicture(work, image, 'image', (path) =>
    members.update(work, { id, version }, (member) => member.revise({ ...words, image: path }, work.now)),
  );
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
