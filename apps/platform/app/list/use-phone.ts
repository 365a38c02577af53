import { useMedia } from '../data/use-media.ts'

/** The breakpoint in list.css. */
export const usePhone = () => useMedia('(width < 48rem)')
