import { contentModuleList } from './content-modules.ts';
import { MissedAddressSchema } from './content/addresses/missed-addresses.ts';
import { AddressSchema } from './content/addresses/stored-addresses.ts';
import { ExternalIdSchema } from './content/external-ids.ts';
import { ImportedItemSchema } from './content/imported-item.entity.ts';
import { TranslationSchema } from './content/translations/stored-translations.ts';
import { TrashItemSchema } from './content/trash/trash.ts';
import { VersionPictureSchema, VersionSchema } from './content/versions/stored-versions.ts';
import { StoredResponseSchema } from './idempotency/idempotency.ts';
import { CounterSchema } from './limits/rate-limiter.ts';
import { UsedKeySchema } from './locks/used-keys.ts';
import { ActivitySchema } from './log/activity.entity.ts';
import { WebhookDeliverySchema, WebhookSchema } from './log/webhook.entity.ts';
import { FactorSchema, RecoveryCodeSchema } from './modules/auth/factor.entity.ts';
import { PasswordResetSchema } from './modules/auth/password-reset.entity.ts';
import { SessionSchema } from './modules/auth/session.entity.ts';
import { AutosaveSchema } from './modules/autosaves/autosaves.ts';
import { AlbumSchema } from './modules/gallery/gallery.ts';
import { MessageEventSchema, MessageFileSchema, MessageSchema } from './modules/inbox/message.entity.ts';
import { IncomingMailSchema } from './modules/inbox/incoming-mail.entity.ts';
import { NoticeSettingSchema } from './modules/inbox/notices.ts';
import { BlockedSenderSchema } from './modules/inbox/spam.ts';
import { SweepCandidateSchema } from './modules/library/file-sweep.ts';
import { MailboxSchema } from './modules/mailbox/mailbox.entity.ts';
import { DismissalSchema } from './modules/onboarding/onboarding.ts';
import { StarterRowSchema } from './modules/onboarding/sample-content.ts';
import { OutboxMailSchema } from './modules/outbox/queue.ts';
import { PreviewSchema } from './modules/previews/previews.ts';
import { ErasureSchema } from './modules/privacy/erasure.entity.ts';
import { SecurityEventSchema } from './modules/security-log/security-event.ts';
import { SsoLinkSchema } from './modules/sso/sso-link.entity.ts';
import { ApiTokenSchema } from './modules/tokens/api-token.ts';
import { UserSchema } from './modules/users/user.ts';
import { VisitCountSchema } from './modules/visits/visit-count.entity.ts';
import { MediaItemSchema } from './pictures/media-item.entity.ts';
import { MediaUseSchema } from './pictures/media-uses.ts';
import { PictureSchema } from './pictures/picture.entity.ts';
import { SecretSchema } from './security/secrets.ts';
import {
  SettingPictureSchema,
  ShownDefaultsSchema,
  SiteSettingSchema,
} from './settings/site-setting.entity.ts';

/** Without those that modules make from columns. The types of the tables follow from this list. */
export const schemas = [
  UserSchema,
  SessionSchema,
  ActivitySchema,
  MessageSchema,
  MessageEventSchema,
  MessageFileSchema,
  IncomingMailSchema,
  MailboxSchema,
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
  ExternalIdSchema,
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
  TranslationSchema,
  MissedAddressSchema,
  PreviewSchema,
  AutosaveSchema,
  FactorSchema,
  RecoveryCodeSchema,
  ApiTokenSchema,
  ErasureSchema,
  VisitCountSchema,
  WebhookSchema,
  WebhookDeliverySchema,
];

export const entities = [...contentModuleList.map(({ entity }) => entity), ...schemas];
