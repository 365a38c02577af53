/** Styles of inline links. */
export const textLinkClass = 'font-semibold text-glacier underline underline-offset-4 hover:text-glacier-deep'
