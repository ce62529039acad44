import { StoredResponseSchema } from './idempotency/stored-response.entity.ts';
import { UsedKeySchema } from './locks/used-key.entity.ts';
import { CounterSchema } from './limits/counter.entity.ts';
import { ActivitySchema } from './log/activity.entity.ts';
import { AddressSchema } from './content/addresses/address.entity.ts';
import { MissedAddressSchema } from './content/addresses/missed-address.entity.ts';
import { FactorSchema } from './modules/auth/factor.entity.ts';
import { PasswordResetSchema } from './modules/auth/password-reset.entity.ts';
import { RecoveryCodeSchema } from './modules/auth/recovery-code.entity.ts';
import { SessionSchema } from './modules/auth/session.entity.ts';
import { AlbumSchema } from './modules/gallery/album.entity.ts';
import { BlockedSenderSchema } from './modules/inbox/blocked-sender.entity.ts';
import { MessageSchema } from './modules/inbox/message.entity.ts';
import { MessageEventSchema } from './modules/inbox/message-event.entity.ts';
import { MessageFileSchema } from './modules/inbox/message-file.entity.ts';
import { NoticeSettingSchema } from './modules/inbox/notice-setting.entity.ts';
import { OutboxMailSchema } from './modules/outbox/outbox-mail.entity.ts';
import { MediaItemSchema } from './pictures/media-item.entity.ts';
import { MediaUseSchema } from './pictures/media-use.entity.ts';
import { DismissalSchema } from './modules/onboarding/dismissal.entity.ts';
import { StarterRowSchema } from './modules/onboarding/starter-row.entity.ts';
import { PictureSchema } from './pictures/picture.entity.ts';
import { SweepCandidateSchema } from './modules/library/sweep-candidate.entity.ts';
import { ErasureSchema } from './modules/privacy/erasure.entity.ts';
import { PreviewSchema } from './modules/previews/preview.entity.ts';
import { SecurityEventSchema } from './modules/security-log/security-event.entity.ts';
import { SettingPictureSchema } from './settings/setting-picture.entity.ts';
import { ShownDefaultsSchema } from './settings/shown-defaults.entity.ts';
import { SiteSettingSchema } from './settings/site-setting.entity.ts';
import { SsoLinkSchema } from './modules/sso/sso-link.entity.ts';
import { TrashItemSchema } from './content/trash/trash-item.entity.ts';
import { ApiTokenSchema } from './modules/tokens/api-token.entity.ts';
import { UserSchema } from './modules/users/user.entity.ts';
import { VersionSchema } from './content/versions/version.entity.ts';
import { VersionPictureSchema } from './content/versions/version-picture.entity.ts';
import { AutosaveSchema } from './modules/autosaves/autosave.entity.ts';
import { SecretSchema } from './security/secret.entity.ts';
import { ImportedItemSchema } from './transfer/imported-item.entity.ts';

/** The entities but for those of the modules, which are made from columns. The types of their tables follow from these. */
export const schemas = [
  UserSchema,
  SessionSchema,
  ActivitySchema,
  MessageSchema,
  MessageEventSchema,
  MessageFileSchema,
  NoticeSettingSchema,
  BlockedSenderSchema,
  PasswordResetSchema,
  SecurityEventSchema,
  CounterSchema,
  SecretSchema,
  UsedKeySchema,
  OutboxMailSchema,
  SsoLinkSchema,
  PictureSchema,
  StoredResponseSchema,
  TrashItemSchema,
  ImportedItemSchema,
  SweepCandidateSchema,
  SiteSettingSchema,
  ShownDefaultsSchema,
  SettingPictureSchema,
  StarterRowSchema,
  DismissalSchema,
  MediaItemSchema,
  MediaUseSchema,
  VersionSchema,
  VersionPictureSchema,
  AlbumSchema,
  AddressSchema,
  MissedAddressSchema,
  PreviewSchema,
  AutosaveSchema,
  FactorSchema,
  RecoveryCodeSchema,
  ApiTokenSchema,
  ErasureSchema,
];
