// The page of a room in a real browser: entering through its gates, reading, viewing, commenting, and every refusal.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  inBrowser,
  overflow,
  PageBrowser,
  shoot,
  startPrefixProxy,
  violations,
} from '../support/page-browser.ts';
import { type Data, RoomWorld } from './room-world.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let world: RoomWorld;
let pages: PageBrowser;

beforeAll(async () => {
  world = await RoomWorld.start();
  pages = await PageBrowser.start(world.service.url);
});

afterAll(async () => {
  await pages?.stop();
  await world?.stop();
});

const open: PageBrowser['open'] = (...call) => pages.open(...call);

inBrowser('the page of a room', () => {
  it('leads through password, address, code and agreement by the keyboard alone, and then shows the room', async () => {
    const { id } = await world.room({
      title: 'Northwind rollout',
      description: 'All we discussed.',
      welcome_message: 'Welcome!',
      branding: { accent: '#0F766E' },
    });
    await world.ok('PUT', `/api/rooms/${id}/nda`, { text: 'Everything here is confidential.' });
    await world.item(id, { kind: 'section', title: 'The offer' });
    await world.item(id, {
      kind: 'note',
      title: 'Start here',
      body: '<p>Read <strong>this</strong> first.</p>',
    });
    const upload = await world.upload(id, 'plan.png', Buffer.from(PNG, 'base64'));
    await world.item(id, { kind: 'file', title: 'Plan', upload_id: upload.upload_id });
    await world.item(id, { kind: 'link', title: 'Roadmap', url: 'https://example.com/roadmap' });
    await world.item(id, { kind: 'action_item', title: 'Sign the order', due_on: '2026-12-01' });
    const { token } = await world.link(id, {
      password: 'open sesame',
      verify_email: true,
      nda_required: true,
      allow_download: true,
    });
    const page = await open(`/room#token=${token}`);
    await page.getByRole('heading', { name: 'Northwind rollout' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'gate');
    expect(page.url()).not.toMatch(/\?/);
    await page.keyboard.press('Tab');
    await page.keyboard.type('grace.hopper@buyer.example');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong password');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The password is wrong.').waitFor();
    await shoot(page, 'gate-refused');
    await page.getByLabel('Password').fill('open sesame');
    await page.keyboard.press('Enter');
    const mail = await world.mails.next('grace.hopper@buyer.example');
    const code = /\b(\d{6})\b/.exec(mail.text)![1]!;
    await page.getByLabel('Code from the mail').fill(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await page.getByText('The code is wrong or no longer valid.').waitFor();
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'code');
    await page.getByLabel('Code from the mail').fill(code);
    await page.keyboard.press('Enter');
    await page.getByText('You are here as Grace Hopper.').waitFor();
    expect(await page.getByRole('article').count()).toBe(4);
    await page.getByRole('button', { name: 'View Plan' }).click();
    await page.getByRole('img', { name: 'Plan' }).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Plan' }).click();
    expect((await downloading).suggestedFilename()).toBe('plan.png');
    await page.getByLabel('Your comment').fill('Does it include training?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your comment was sent.').waitFor();
    await page.getByText('Does it include training?', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'room');
    await page.waitForTimeout(5_500);
    const types = (await world.ok('GET', `/api/rooms/${id}/events?pageSize=50`)).map(
      ({ type }: Data) => type,
    );
    for (const type of ['room_viewed', 'item_viewed', 'downloaded', 'commented', 'nda_accepted'])
      expect(types).toContain(type);
    await page.reload();
    await page.getByText('You are here as Grace Hopper.').waitFor();
    await world.ok('POST', `/api/rooms/${id}/close`, {});
    await page.reload();
    await page.getByRole('heading', { name: 'This room is closed.' }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(pages.outside).toEqual([]);
    expect(pages.complaints.filter((line) => !/status of (401|403|404|410)/.test(line))).toEqual([]);
  });

  it('says what is wrong with a link, in dark too', async () => {
    const page = await open('/room', { dark: true });
    await page.getByRole('heading', { name: /This link is incomplete/ }).waitFor();
    const unknown = await open(`/room#token=${'A'.repeat(43)}`, { dark: true });
    await unknown.getByRole('heading', { name: 'There is no room with this link.' }).waitFor();
    expect(await violations(unknown)).toEqual([]);
    await shoot(unknown, 'unknown-dark');
    const { id } = await world.room({ title: 'Open to all' });
    await world.item(id, { kind: 'note', title: 'Hello', body: '<p>Text</p>' });
    const { token } = await world.link(id, { allow_comments: false });
    const dark = await open(`/room#token=${token}`, { dark: true });
    await dark.getByRole('button', { name: 'Open the room' }).click();
    await dark.getByRole('article', { name: 'Hello' }).waitFor();
    expect(await dark.getByLabel('Your comment').count()).toBe(0);
    expect(await violations(dark)).toEqual([]);
    await shoot(dark, 'room-dark');
    expect(await overflow(dark)).toBeLessThanOrEqual(0);
  });

  it('works behind a path prefix', async () => {
    const { id } = await world.room({ title: 'Behind a prefix' });
    const { token } = await world.link(id);
    const proxy = await startPrefixProxy(world.service.url);
    try {
      const at = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/platform`;
      const page = await open(`/room#token=${token}`, { at });
      await page.getByRole('button', { name: 'Open the room' }).click();
      await page.getByText('You are here as Visitor.').waitFor();
      expect(pages.outside).toEqual([]);
      expect(pages.complaints).toEqual([]);
      await page.context().close();
    } finally {
      proxy.close();
    }
  });
});

inBrowser('the other pages for people with a link', () => {
  it('accept an invitation, and say when it was used', async () => {
    const roles = await world.ok('GET', '/api/roles');
    const role_ids = [roles.find(({ key }: Data) => key === 'member').id];
    await world.ok('POST', '/api/settings/invitations', { email: 'new@colleague.example', role_ids });
    const mail = await world.mails.next('new@colleague.example');
    const [, hash] = /\/accept-invitation(#token=\S+)/.exec(mail.text)!;
    const page = await open(`/accept-invitation${hash}`);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Your name').fill('Nora New');
    await page.getByLabel(/^Password/).fill('short');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(/12/).waitFor();
    await page.getByLabel(/^Password/).fill('a long and lovely pass phrase');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Welcome to acme!' }).waitFor();
    const again = await open(`/accept-invitation${hash}`);
    await again.getByLabel(/^Password/).fill('a long and lovely pass phrase');
    await again.keyboard.press('Enter');
    await again.getByText(/This invitation was used/).waitFor();
    expect(pages.outside).toEqual([]);
  });

  it('set a new password once, and refuse two that differ', async () => {
    await world.service.rest(
      'POST',
      '/api/auth/password/forgot',
      { email: 'new@colleague.example' },
      { as: null },
    );
    const mail = await world.mails.next('new@colleague.example');
    const [, hash] = /\/reset-password(#token=\S+)/.exec(mail.text)!;
    const page = await open(`/reset-password${hash}`);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel(/^New password/).fill('another lovely pass phrase');
    await page.getByLabel(/^Repeat/).fill('something else entirely');
    await page.keyboard.press('Enter');
    await page.getByText('The two passwords differ.').waitFor();
    await page.getByLabel(/^Repeat/).fill('another lovely pass phrase');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your password was changed.' }).waitFor();
    const again = await open(`/reset-password${hash}`);
    await again.getByLabel(/^New password/).fill('another lovely pass phrase');
    await again.getByLabel(/^Repeat/).fill('another lovely pass phrase');
    await again.keyboard.press('Enter');
    await again.getByText(/This link (is not valid|was used)/).waitFor();
  });

  it('say when single sign-on was refused, and keep no code in the address', async () => {
    const page = await open('/sso/callback?code=abc&state=unknown');
    await page.getByRole('heading', { name: 'Your organization did not confirm the sign-in.' }).waitFor();
    expect(page.url()).toBe(`${world.service.url}/sso/callback`);
    expect(await violations(page)).toEqual([]);
    expect(pages.outside).toEqual([]);
  });
});
