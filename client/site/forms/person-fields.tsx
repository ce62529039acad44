import type { ApplicationInput, InternshipInput } from '../../../src/modules/inbox/visitor.schema.ts';
import { FileField, TextField, type VisitorInput } from './fields.tsx';

/** The fields about the sender, which every form begins with. */
export function PersonFields() {
  return (
    <>
      <TextField<VisitorInput> name="name" label="Name" autoComplete="name" maxLength={120} />
      <TextField<VisitorInput> name="email" label="Email" type="email" autoComplete="email" maxLength={254} />
      <TextField<VisitorInput>
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="tel"
        maxLength={40}
        isOptional
      />
    </>
  );
}

/** The field for a CV, for applicants. */
export function CvField() {
  return (
    <FileField<InternshipInput | ApplicationInput>
      name="cv"
      label="CV"
      accept="application/pdf,.pdf"
      help="A PDF of at most 5 MB."
      isOptional
    />
  );
}
