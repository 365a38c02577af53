/** A link beside a section's heading, to the whole list. */
export const sectionLinkClass = 'touch-area rounded-sm text-sm font-medium text-glacier hover:underline'
