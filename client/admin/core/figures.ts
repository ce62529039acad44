/** Numbers as the panel writes them, such as `1,234`. */
export const figures = new Intl.NumberFormat('en');
