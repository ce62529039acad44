import { type StoredRow, toEditableView, toTextList } from '../../database/columns.ts';
import type { MemberView } from './member.schema.ts';

/** What leaves the house of a member, from a row or an entity. */
export function toMemberView(member: StoredRow<MemberView>): MemberView {
  return {
    ...toEditableView(member),
    name: member.name,
    role: member.role,
    image: member.image ?? null,
    description: member.description,
    expertise: toTextList(member.expertise),
    section: member.section,
  };
}
