# Reads letters, one a line in base64, with Email::MIME; tells what it made of each, one a line in JSON.
use strict;
use warnings;
use Email::MIME;
use JSON::PP;
use MIME::Base64;

my $json = JSON::PP->new->ascii;

sub field_names {
  my @pairs = shift->header_raw_pairs;
  return [map { lc $pairs[2 * $_] } 0 .. $#pairs / 2];
}

sub read_part {
  my $part = shift;
  my ($type) = ($part->content_type // "text/plain") =~ /^([^;\s]*)/;
  my %own = (type => $type, name => scalar $part->filename, fields => field_names($part), defects => []);
  my @parts = $part->subparts;
  if (@parts) { $own{parts} = [map { read_part($_) } @parts] }
  elsif ($type =~ /^text/) { $own{text} = $part->body_str }
  return \%own;
}

while (my $line = <STDIN>) {
  my $message = Email::MIME->new(decode_base64($line));
  my $answer = read_part($message);
  $answer->{subject} = scalar $message->header_str("Subject");
  for my $name (qw(from to cc reply-to)) {
    $answer->{$name} = [map { [$_->phrase // "", $_->address // ""] } $message->header_as_obj($name)->addresses];
  }
  print $json->encode($answer), "\n";
}
