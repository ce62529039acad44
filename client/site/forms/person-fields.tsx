import { FileField, TextField } from './fields.tsx';

/** Who writes: the fields that every form begins with. */
export function PersonFields() {
  return (
    <>
      <TextField name="name" label="Name" autoComplete="name" maxLength={120} />
      <TextField name="email" label="Email" type="email" autoComplete="email" maxLength={254} />
      <TextField name="phone" label="Phone" type="tel" autoComplete="tel" maxLength={40} isOptional />
    </>
  );
}

/** A CV, for those who apply. */
export function CvField() {
  return (
    <FileField name="cv" label="CV" accept="application/pdf,.pdf" help="A PDF of at most 5 MB." isOptional />
  );
}
