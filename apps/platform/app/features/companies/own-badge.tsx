import { StatusBadge } from '@sherpa/ui/status-badge'

/** The organization is a company too: under deals with it, the organization pays. */
export function OwnBadge() {
  return <StatusBadge tone="info">Your organization</StatusBadge>
}
