import { AccordionItem } from '@sherpa/ui/accordion'
import { Badge } from '@sherpa/ui/badge'
import { Button } from '@sherpa/ui/button'
import { Card, IconTile } from '@sherpa/ui/card'
import { ContourLines } from '@sherpa/ui/contour-lines'
import { Icon, type IconName } from '@sherpa/ui/icon'
import { LoadingScreen } from '@sherpa/ui/loading-screen'
import { PageHero } from '@sherpa/ui/page-hero'
import type { Specimens } from './specimen.tsx'

const icons: IconName[] = ['chat', 'clock', 'compass', 'handshake', 'layers', 'people', 'shield', 'spark', 'tag']

/** By the names of their exports. */
export const sitePrimitives: Specimens = {
  AccordionItem: (
    <>
      <AccordionItem group="questions" question="Who can see a deal?" startsOpen tag={<Badge>Security</Badge>}>
        <p>Everyone who looks after the athlete, and those who may see all athletes.</p>
      </AccordionItem>
      <AccordionItem group="questions" question="Can we export our data?" icon={<Icon name="lock" />}>
        <p>Yes, as one archive, at any time.</p>
      </AccordionItem>
    </>
  ),
  Badge: (
    <div className="specimen-row">
      <Badge>Security</Badge>
      <span className="on-dark p-3">
        <Badge look="on-dark">Security</Badge>
      </span>
    </div>
  ),
  Card: (
    <Card title="One record for each athlete" icon={<Icon name="people" />}>
      <p>From the first contact to the last contract.</p>
    </Card>
  ),
  ContourLines: (
    <div className="specimen-frame on-dark">
      <ContourLines />
    </div>
  ),
  Icon: (
    <div className="specimen-row">
      {icons.map((name) => (
        <Icon key={name} name={name} />
      ))}
    </div>
  ),
  IconTile: (
    <IconTile>
      <Icon name="handshake" />
    </IconTile>
  ),
  LoadingScreen: (
    <div className="specimen-frame">
      <LoadingScreen />
    </div>
  ),
  PageHero: (
    <PageHero back={<a href="#page-hero">Back to home</a>} title="Security" lead="How we protect what you enter.">
      <Button look="on-dark">Read more</Button>
    </PageHero>
  ),
}
