// Adds the heading fonts to the built files. The style sheet with the company's colours and fonts refers to
// the chosen heading font.
import.meta.glob('./*.woff2', { eager: true, query: '?url' });
