import type { ApplicationInput, InternshipInput } from '../../../src/modules/inbox/public-forms.schema.ts';
import { maxDocumentMegabytes } from '../../../src/shared/upload-limits.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { FileField, TextField, type PublicFormInput } from './fields.tsx';

/** Requires a dot after the @, because the server does. Browsers alone would accept an address without the dot. */
const addressPattern = '.+@.+\\..+';

/** The fields about the sender, with which every form begins. */
export function PersonFields() {
  const { name, email, phone } = useSiteSettings().texts.forms;
  return (
    <>
      <TextField<PublicFormInput> name="name" label={name} autoComplete="name" maxLength={120} />
      <TextField<PublicFormInput>
        name="email"
        label={email}
        type="email"
        autoComplete="email"
        maxLength={254}
        pattern={addressPattern}
      />
      <TextField<PublicFormInput>
        name="phone"
        label={phone}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        isOptional
      />
    </>
  );
}

/** The field for an applicant's CV, which must be a PDF file. */
export function CvField() {
  const { cv, cvHelp } = useSiteSettings().texts.forms;
  return (
    <FileField<InternshipInput | ApplicationInput>
      name="cv"
      label={cv}
      accept="application/pdf,.pdf"
      help={cvHelp(maxDocumentMegabytes)}
      isOptional
    />
  );
}
