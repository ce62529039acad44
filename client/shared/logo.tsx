/** The company's logo: two walls, the light between them, and a person. The company's name is beside it. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path className="mark-walls" d="M2 2H13L6 30H2ZM30 2H19L26 30H30Z" />
      <circle className="mark-person" cx="16" cy="25.5" r="4" />
    </svg>
  );
}
