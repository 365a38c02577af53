/** A link at the right of a section's heading, to all that it shows a part of. */
export const sectionLinkClass = 'touch-area rounded-sm text-sm font-medium text-glacier hover:underline'
