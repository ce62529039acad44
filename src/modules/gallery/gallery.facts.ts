export const galleryPath = '/admin/gallery';

/** The module's name in the table of picture uses. */
export const galleryModule = 'gallery';

export const maxPictures = 300;
export const maxCaption = 300;
export const years = { min: 1800, max: 2200 } as const;
