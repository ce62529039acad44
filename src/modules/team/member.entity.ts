import { defineEntity, p } from '@mikro-orm/core';
import { editableColumns, takeOver, type WordsOf } from '../../database/columns.ts';
import { PicturePath } from '../../database/file-columns.ts';
import { fold } from '../../database/search/search.ts';
import type { TeamRole, TeamSection } from '../../shared/catalog.ts';
import type { MemberView } from './member.schema.ts';

export const MemberSchema = defineEntity({
  name: 'Member',
  tableName: 'members',
  indexes: [{ properties: ['section', 'id'] }, { properties: ['image'] }],
  properties: {
    ...editableColumns(),
    name: p.text(),
    role: p.text().$type<TeamRole>(),
    /** A path relative to the site root, below `uploads/`. */
    image: p.type(PicturePath).nullable(),
    description: p.text(),
    expertise: p.json<string[]>(),
    section: p.text().$type<TeamSection>(),
    search_text: p.text(),
  },
});

/** What a form may say of a member. */
export type MemberWords = WordsOf<MemberView>;

/** One of the people that the team page shows. */
export class Member extends MemberSchema.class {
  static join(words: MemberWords, now: Date): Member {
    const member = new Member();
    member.created_at = now;
    member.revise(words, now);
    return member;
  }

  /** Takes over what was written, and what is derived from it; what is absent stays as it is. */
  revise(words: Partial<MemberWords>, now: Date): void {
    takeOver<Member>(this, words, now);
    this.search_text = fold(this.name, this.role);
  }
}

MemberSchema.setClass(Member);
