/** Title of the key date that every deal with a term has. */
export const END_OF_DEAL_TITLE = 'End of the deal'
