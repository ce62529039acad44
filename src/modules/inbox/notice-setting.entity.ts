import { defineEntity, p } from '@mikro-orm/core';
import type { NoticeTime } from '../../shared/enumerations.ts';
import { User } from '../users/user.entity.ts';

const NoticeSettingSchema = defineEntity({
  name: 'NoticeSetting',
  tableName: 'notice_settings',
  properties: {
    user_id: () =>
      p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').primary().index(false),
    /** When mails about new messages go out. */
    messages: p.text().$type<NoticeTime>(),
    /** Whether a mail goes out when a message is assigned to the person. */
    assigned: p.boolean(),
  },
});

/** The mails about messages that a person wants. Without a row, the person wants none. */
export class NoticeSetting extends NoticeSettingSchema.class {}

NoticeSettingSchema.setClass(NoticeSetting);
