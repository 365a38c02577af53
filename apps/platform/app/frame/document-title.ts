export function documentTitle(title: string, within?: string) {
  return [title, within, 'Sherpa'].filter(Boolean).join(' · ')
}
