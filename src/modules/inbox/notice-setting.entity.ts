import { defineEntity, p } from '@mikro-orm/core';
import type { NoticeTime } from '../../shared/enumerations.ts';
import { User } from '../users/user.entity.ts';

export const NoticeSettingSchema = defineEntity({
  name: 'NoticeSetting',
  tableName: 'notice_settings',
  properties: {
    user_id: () =>
      p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').primary().index(false),
    /** When mails about new messages are sent: at once, in the morning or never. */
    messages: p.text().$type<NoticeTime>(),
    /** Whether the user gets a mail when a message is assigned to them. */
    assigned: p.boolean(),
  },
});

/** The mails about messages that a user has chosen. A user without a row gets none. */
export class NoticeSetting extends NoticeSettingSchema.class {}

NoticeSettingSchema.setClass(NoticeSetting);
