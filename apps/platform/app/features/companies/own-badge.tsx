import { StatusBadge } from '@sherpa/ui/status-badge'

/** One of the companies is the organization: deals with it are money that it pays. */
export function OwnBadge() {
  return <StatusBadge tone="info">Your organization</StatusBadge>
}
